"""A relay between tables and broker that cuts a tenth of the connections, some bytes on."""

from __future__ import annotations

import asyncio
import random
import threading
from typing import Self

CHANCE = 0.1
_PIECE = 4096


class Relay:
    """Listens on a port of its own and hands on to another; one thread does it all."""

    def __init__(self, to: int, connections: int, bytes_each: int, seed: int) -> None:
        """Prepare.

        Args:
            to: the broker's port.
            connections: how many are expected; of so many first ones exactly a tenth is cut.
            bytes_each: about so many each of them carries.
            seed: of the chance.
        """
        self._to = to
        self._chance = random.Random(seed)
        self._most = bytes_each
        count = max(1, round(connections * CHANCE))
        self._doomed = set(self._chance.sample(range(connections), count))
        self._first = connections
        self._owed = 0
        """Lines to be cut that broke before it; so many of the next ones are cut instead."""
        self.connections = 0
        self.cuts = 0
        self.port = 0
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._over = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._thread = threading.Thread(target=self._run, name="relay")

    def __enter__(self) -> Self:
        self._thread.start()
        self._ready.wait()
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._over.set)
        self._thread.join()

    def _run(self) -> None:
        try:
            self._loop.run_until_complete(self._serve())
        finally:
            self._loop.close()

    async def _serve(self) -> None:
        server = await asyncio.start_server(self._hear, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._over.wait()
        server.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _hear(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            await self._join(reader, writer)
        finally:
            writer.transport.abort()
            self._tasks.discard(task)

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        number, self.connections = self.connections, self.connections + 1
        doomed = number in self._doomed or (
            number >= self._first and self._chance.random() < CHANCE
        )
        if not doomed and self._owed:
            doomed, self._owed = True, self._owed - 1
        left = [self._chance.randrange(_PIECE, self._most) if doomed else 1 << 60]
        try:
            await self._between(reader, writer, left)
        finally:
            self.cuts += left[0] <= 0
            self._owed += doomed and left[0] > 0

    async def _between(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, left: list[int]
    ) -> None:
        try:
            broker_reader, broker_writer = await asyncio.open_connection("127.0.0.1", self._to)
        except OSError:
            return  # It is being restarted; the table sees its line break.
        try:
            ways = (
                asyncio.create_task(_hand_on(reader, broker_writer, left)),
                asyncio.create_task(_hand_on(broker_reader, writer, left)),
            )
            try:
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for way in ways:
                    way.cancel()
                await asyncio.gather(*ways, return_exceptions=True)
        finally:
            broker_writer.transport.abort()


async def _hand_on(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, left: list[int]
) -> None:
    """Hand on what comes until it ends, breaks or is to be cut."""
    try:
        while left[0] > 0 and (piece := await reader.read(_PIECE)):
            left[0] -= len(piece)
            writer.write(piece)
            await writer.drain()
    except OSError:
        return

"""The two nets, small enough for a Raspberry Pi without an accelerator."""

import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812 - the name everybody uses

EMBEDDING_SIZE = 128


class ConvBlock(nn.Sequential):
    """Convolution, batch normalisation and, unless told otherwise, ReLU."""

    def __init__(
        self, inputs: int, outputs: int, kernel: int = 3, stride: int = 1, active: bool = True
    ) -> None:
        layers: list[nn.Module] = [
            nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False),
            nn.BatchNorm2d(outputs),
        ]
        super().__init__(*layers, *([nn.ReLU(inplace=True)] if active else []))


class Residual(nn.Module):
    """Two convolutions around which the input is passed on."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = ConvBlock(channels, channels)
        self.second = ConvBlock(channels, channels, active=False)

    def forward(self, x: Tensor) -> Tensor:
        """Return ReLU(x + f(x))."""
        return F.relu(x + self.second(self.first(x)))


class EmbeddingNet(nn.Module):
    """Prepared crops [n,3,128,80] to unit vectors [n,128].

    The last feature map is flattened, not averaged: in a rectified card it matters where a pip
    lies (nine or ten pips have nearly the same average).
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            ConvBlock(3, 16, 5, 2),
            ConvBlock(16, 32, 3, 2),
            Residual(32),
            ConvBlock(32, 64, 3, 2),
            Residual(64),
            Residual(64),
            ConvBlock(64, 128, 3, 2),
            Residual(128),
            Residual(128),
            ConvBlock(128, 48, 1),
        )
        self.head = nn.Linear(48 * 8 * 5, EMBEDDING_SIZE)

    def forward(self, x: Tensor) -> Tensor:
        """Return unit vectors."""
        return F.normalize(self.head(self.body(x).flatten(1)), dim=1)


class NewCardNet(nn.Module):
    """Settled frames before and after [n,6,256,256] to maps of the new card [n,4,64,64].

    Input: BGR before, BGR after, value / 127.5 - 1. Output: logit of the card's area, logit of
    its centre, cos 2t and sin 2t, t the direction of the long side (x right, y down). The net
    itself evens out the light of the pair, so that a dark room looks like a bright one; before
    and after are scaled alike, a change of exposure stays visible.
    """

    def __init__(self) -> None:
        super().__init__()
        self.stem = ConvBlock(6, 16, 5, 2)
        self.down4 = nn.Sequential(ConvBlock(16, 24, 3, 2), Residual(24))
        self.down8 = nn.Sequential(ConvBlock(24, 48, 3, 2), Residual(48))
        self.down16 = nn.Sequential(ConvBlock(48, 64, 3, 2), Residual(64))
        self.down32 = nn.Sequential(ConvBlock(64, 96, 3, 2), Residual(96), Residual(96))
        self.up16 = ConvBlock(96 + 64, 64)
        self.up8 = ConvBlock(64 + 48, 48)
        self.up4 = ConvBlock(48 + 24, 32)
        self.head = nn.Conv2d(32, 4, 1)
        nn.init.zeros_(self.head.bias)
        with torch.no_grad():
            self.head.bias[1] = -4.0

    def forward(self, x: Tensor) -> Tensor:
        """Return the four maps."""
        middle = x.mean((1, 2, 3), keepdim=True)
        spread = ((x - middle) ** 2).mean((1, 2, 3), keepdim=True).sqrt()
        fine = self.down4(self.stem((x - middle) / (spread + 0.05)))
        half = self.down8(fine)
        rough = self.down16(half)
        y = self.up16(torch.cat([doubled(self.down32(rough)), rough], 1))
        y = self.up8(torch.cat([doubled(y), half], 1))
        result: Tensor = self.head(self.up4(torch.cat([doubled(y), fine], 1)))
        return result


def doubled(x: Tensor) -> Tensor:
    """The map at twice the resolution."""
    return F.interpolate(x, scale_factor=2.0, mode="nearest")


def parameters_of(net: nn.Module) -> int:
    """Number of learnt values."""
    return sum(p.numel() for p in net.parameters())

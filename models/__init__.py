"""The nets (`*.onnx`, with card and checksum) and the code that renders, trains and evaluates."""

"""QR codes of links, for the camera of another device.

A link may open a seat. So it is in the body of a request and in no address, and nothing keeps the answer.
"""

from starlette.requests import Request
from starlette.responses import JSONResponse

from gipfel.server.contract.answers import QrCode
from gipfel.server.contract.requests import QrCodeRequest
from gipfel.server.http.endpoint import Endpoint
from gipfel.server.http.json_body import read_body

LARGEST = 4000
"""The most bytes of a request."""
BORDER = 4
"""Modules of white around a code; cameras need them."""


async def qr_code(request: Request) -> JSONResponse:
    """A link as a QR code."""
    body = QrCodeRequest.read(await read_body(request, LARGEST))
    answer: QrCode = {"svg": _svg(body.link)}
    return JSONResponse(answer, headers={"cache-control": "no-store"})


def _svg(link: str) -> str:
    import segno

    code = segno.make(link, error="m", micro=False)
    return code.svg_inline(border=BORDER, omitsize=True, light="#fff", svgclass=None, lineclass=None)


ENDPOINTS = (Endpoint("POST", "/api/qr", qr_code, QrCode, (QrCodeRequest,)),)

"""Makes calls with httpx that tenacity tries again."""
import os
import httpx
from tenacity import retry, retry_if_exception_type, stop_after_attempt, wait_random_exponential

client = httpx.Client(trust_env=False)


@retry(
    stop=stop_after_attempt(4), wait=wait_random_exponential(multiplier=0.05, max=1),
    retry=retry_if_exception_type((httpx.HTTPStatusError, httpx.TransportError)), reraise=True)
def get(call):
    client.get(
        os.environ["RETRYLAB_URL"] + "/fetch", headers={"Idempotency-Key": str(call)}
    ).raise_for_status()


for call in range(20):
    try:
        get(call)
    except httpx.HTTPError:
        pass

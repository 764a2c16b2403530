"""Makes calls that requests tries again, by its adapter."""
import os
import requests
from requests.adapters import HTTPAdapter
from urllib3 import Retry

session = requests.Session()
session.trust_env = False
retries = Retry(total=4, backoff_factor=0.01, status_forcelist=[503, 404])
session.mount("http://", HTTPAdapter(max_retries=retries))
for call in range(20):
    try:
        session.get(os.environ["RETRYLAB_URL"] + "/fetch", headers={"Idempotency-Key": str(call)})
    except requests.RequestException:
        pass

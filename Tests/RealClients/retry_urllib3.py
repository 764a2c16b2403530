"""Makes calls that urllib3 tries again."""
import os
import urllib3

retries = urllib3.Retry(total=3, backoff_factor=0.02, status_forcelist=[503], raise_on_status=False)
pool = urllib3.PoolManager(retries=retries)
for call in range(20):
    try:
        pool.request("GET", os.environ["RETRYLAB_URL"] + "/fetch", headers={"Idempotency-Key": str(call)})
    except urllib3.exceptions.HTTPError:
        pass

// Makes calls with net/http that cenkalti/backoff tries again.
package main

import (
	"fmt"
	"net/http"
	"os"
	"time"

	"github.com/cenkalti/backoff"
)

func main() {
	for call := 0; call < 20; call++ {
		policy := backoff.NewExponentialBackOff()
		policy.InitialInterval = 20 * time.Millisecond
		_ = backoff.Retry(func() error {
			request, _ := http.NewRequest("GET", os.Getenv("RETRYLAB_URL")+"/fetch", nil)
			request.Header.Set("Idempotency-Key", fmt.Sprint(call))
			answer, err := http.DefaultClient.Do(request)
			if err != nil {
				return err
			}
			answer.Body.Close()
			if answer.StatusCode == 503 {
				return fmt.Errorf("status %d", answer.StatusCode)
			}
			return nil
		}, backoff.WithMaxRetries(policy, 3))
	}
}

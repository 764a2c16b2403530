// Plays libraries of Go for differential.py: it reads what to play as a line of JSON, and answers with such a line.
// It is built with the tag faketime, so that only sleeping moves the time, and with a math/rand that has Draw.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"math/rand"
	"net/http"
	"os"
	"strconv"
	"time"

	"github.com/avast/retry-go"
	cenkalti "github.com/cenkalti/backoff"
	"github.com/hashicorp/go-retryablehttp"
	jpillora "github.com/jpillora/backoff"
	"gopkg.in/eapache/go-resiliency.v1/retrier"
)

type settings map[string]interface{}

func (s settings) number(name string) float64 {
	value, _ := s[name].(float64)
	return value
}

func (s settings) count(name string) int { return int(s.number(name)) }

func (s settings) time(name string) time.Duration { return time.Duration(s.number(name)) }

type answer struct {
	Takes time.Duration
	Error *string
	Hint  *int
}

type request struct {
	Library  string
	Settings settings
	Script   []answer
	Draws    []float64
}

type call struct {
	Starts    []time.Duration `json:"starts"`
	Ends      []time.Duration `json:"ends"`
	Succeeded bool            `json:"succeeded"`
}

var (
	fault = errors.New("fault")
	fatal = errors.New("fatal")
)

// A player makes attempts under the settings of a library.
type player func(s settings, attempt func() answer)

// failing returns a function that makes an attempt, and returns its error.
func failing(attempt func() answer) func() error {
	return func() error {
		switch a := attempt(); {
		case a.Error == nil:
			return nil
		case *a.Error == "fatal":
			return fatal
		}
		return fault
	}
}

var players = map[string]player{
	"avast": func(s settings, attempt func() answer) {
		delays := retry.BackOffDelay
		if s["DelayType"] == "FixedDelay" {
			delays = retry.FixedDelay
		}
		run := failing(attempt)
		retry.Do(func() error {
			err := run()
			if err == fatal {
				return retry.Unrecoverable(err)
			}
			return err
		}, retry.Attempts(uint(s.count("Attempts"))), retry.Delay(s.time("Delay")), retry.DelayType(delays))
	},

	"cenkalti": func(s settings, attempt func() answer) {
		b := cenkalti.NewExponentialBackOff()
		b.InitialInterval, b.MaxInterval = s.time("InitialInterval"), s.time("MaxInterval")
		b.Multiplier, b.RandomizationFactor = s.number("Multiplier"), s.number("RandomizationFactor")
		b.MaxElapsedTime = s.time("MaxElapsedTime")
		var limited cenkalti.BackOff = b
		// This version counts retries.
		if tries := s.count("MaxTries"); tries > 0 {
			limited = cenkalti.WithMaxRetries(b, uint64(tries-1))
		}
		cenkalti.Retry(failing(attempt), limited)
	},

	"jpillora": func(s settings, attempt func() answer) {
		b := &jpillora.Backoff{Min: s.time("Min"), Max: s.time("Max"), Factor: s.number("Factor")}
		b.Jitter, _ = s["Jitter"].(bool)
		// The library only has delays; the loop is that of its description.
		for attempt().Error != nil {
			time.Sleep(b.Duration())
		}
	},

	"eapache": func(s settings, attempt func() answer) {
		delays := retrier.ExponentialBackoff
		if s["backoff"] == "ConstantBackoff" {
			delays = retrier.ConstantBackoff
		}
		r := retrier.New(delays(s.count("n"), s.time("initialAmount")), retrier.BlacklistClassifier{fatal})
		r.SetJitter(s.number("jitter"))
		r.Run(failing(attempt))
	},

	"go-retryablehttp": func(s settings, attempt func() answer) {
		client := retryablehttp.NewClient()
		client.Logger, client.HTTPClient = nil, &http.Client{Transport: transport(attempt)}
		client.RetryMax = s.count("RetryMax")
		client.RetryWaitMin, client.RetryWaitMax = s.time("RetryWaitMin"), s.time("RetryWaitMax")
		if s["Backoff"] == "LinearJitterBackoff" {
			client.Backoff = retryablehttp.LinearJitterBackoff
		}
		client.Get("http://example.invalid")
	},
}

// A transport answers a request as an attempt does.
type transport func() answer

func (t transport) RoundTrip(request *http.Request) (*http.Response, error) {
	a := t()
	response := &http.Response{StatusCode: 200, Body: http.NoBody, Header: http.Header{}, Request: request}
	if a.Error != nil {
		status, err := strconv.Atoi(*a.Error)
		if err != nil {
			return nil, fault
		}
		response.StatusCode = status
		if a.Hint != nil {
			response.Header.Set("Retry-After", strconv.Itoa(*a.Hint))
		}
	}
	return response, nil
}

func play(r request) (done call) {
	start, draws := time.Now(), r.Draws
	rand.Draw = func() float64 {
		next := draws[0]
		draws = draws[1:]
		return next
	}
	players[r.Library](r.Settings, func() answer {
		index := len(done.Starts)
		if last := len(r.Script) - 1; index > last {
			index = last
		}
		next := r.Script[index]
		done.Starts = append(done.Starts, time.Since(start))
		time.Sleep(next.Takes)
		done.Ends = append(done.Ends, time.Since(start))
		done.Succeeded = next.Error == nil
		return next
	})
	return done
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var r request
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			panic(err)
		}
		text, _ := json.Marshal(play(r))
		os.Stdout.Write(append(text, '\n'))
	}
}

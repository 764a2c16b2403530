# Plays libraries of Ruby for differential.py: it reads what to play as a line of JSON, and answers with such a line.
# Time is virtual: sleeping moves it, and so do attempts; it is counted in nanoseconds.

require "json"
require "retriable"
require "retryable"

# What stands in for the clock and for chance.
module Virtual
  class << self
    attr_accessor :now, :draws

    def sleep(seconds)
      self.now += (seconds * 1e9).round
    end
  end
end

module Kernel
  def sleep(seconds)
    Virtual.sleep(seconds)
  end

  def rand(range)
    range.begin + Virtual.draws.shift * (range.end - range.begin)
  end

  define_singleton_method(:sleep) { |seconds| Virtual.sleep(seconds) }
end

class Time
  def self.now
    at(0, Virtual.now, :nsec)
  end
end

class Fault < StandardError; end
class Fatal < StandardError; end

def play(request)
  Virtual.now, Virtual.draws = 0, request["draws"]
  script = request["script"]
  call = { starts: [], ends: [], succeeded: nil }
  attempt = lambda do |*|
    takes, error = script[[call[:starts].size, script.size - 1].min].values_at("takes", "error")
    call[:starts] << Virtual.now
    Virtual.now += takes
    call[:ends] << Virtual.now
    call[:succeeded] = error.nil?
    raise error == "fatal" ? Fatal : Fault if error
  end
  settings = request["settings"].transform_keys(&:to_sym)
  begin
    case request["library"]
    when "retriable" then Retriable.retriable(on: Fault, **settings, &attempt)
    when "retryable" then Retryable.retryable(on: Fault, **settings, &attempt)
    end
  rescue Fault, Fatal
    # The call has failed, as its last attempt says.
  end
  call
end

$stdout.sync = true
$stdin.each_line { |line| puts JSON.generate(play(JSON.parse(line))) }

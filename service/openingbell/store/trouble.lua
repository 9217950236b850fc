-- A table could not do what was due. That is written down, and the table put off, longer each time.
-- KEYS: table, the due sets by kind, troubles of the shard. ARGV: id, what was due, error,
-- first pause (ms), longest pause (ms), how many tables the list may name.
-- Answers how often it has failed since it last went on; 0 for a table that is not there, which is due no longer.
-- What is written down may be damaged like everything else: then it is written down afresh.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if redis.call('TYPE', KEYS[1]).ok ~= 'hash' then
  for place = 2, 5 do
    redis.call('ZREM', KEYS[place], ARGV[1])
  end
  return 0
end
local known = redis.call('HGET', KEYS[1], 'trouble')
local sound, found = pcall(cjson.decode, known or '')
if not sound or type(found) ~= 'table' or type(found.since) ~= 'number' or type(found.times) ~= 'number' then
  found = {since = now, times = 0}
end
found.times = found.times + 1
found.last = now
found.what = ARGV[2]
found.error = ARGV[3]
redis.call('HSET', KEYS[1], 'trouble', cjson.encode(found))
redis.call('ZADD', KEYS[6], now, ARGV[1])
redis.call('ZREMRANGEBYRANK', KEYS[6], 0, -1 - tonumber(ARGV[6]))
local pause = math.min(tonumber(ARGV[4]) * 2 ^ math.min(found.times - 1, 20), tonumber(ARGV[5]))
for place = 2, 5 do
  local at = redis.call('ZSCORE', KEYS[place], ARGV[1])
  if at and tonumber(at) < now + pause then
    redis.call('ZADD', KEYS[place], now + pause, ARGV[1])
  end
end
return found.times

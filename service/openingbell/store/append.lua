-- The only way to go on with a table: all of this, or nothing. A table that goes on is in trouble no longer.
-- KEYS: table, log, the due sets by kind, troubles of the shard. ARGV: id, expected length,
-- expected running hash, not before (ms or ''), not from (ms or ''), new running hash, status, due times by
-- kind (ms or ''), channel, time of the last of all entries, entries...
-- Answers {1 applied | 0 conflict | -1 late | -2 early, now, length}.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local length = redis.call('LLEN', KEYS[2])
if length ~= tonumber(ARGV[2]) or redis.call('HGET', KEYS[1], 'chain') ~= ARGV[3] then
  return {0, now, length}
end
if ARGV[4] ~= '' and now < tonumber(ARGV[4]) then
  return {-2, now, length}
end
if ARGV[5] ~= '' and now >= tonumber(ARGV[5]) then
  return {-1, now, length}
end
if #ARGV > 13 then
  length = redis.call('RPUSH', KEYS[2], unpack(ARGV, 14))
end
redis.call('HSET', KEYS[1], 'chain', ARGV[6], 'status', ARGV[7])
local due = {}
for place = 1, 4 do
  local at = ARGV[7 + place]
  if at == '' then
    redis.call('ZREM', KEYS[2 + place], ARGV[1])
  else
    -- A clock that was set back must not put off what the last entry has made due at once.
    if tonumber(at) <= tonumber(ARGV[13]) then
      at = math.min(at, now)
    end
    redis.call('ZADD', KEYS[2 + place], at, ARGV[1])
  end
  due[place] = at
end
if redis.call('HDEL', KEYS[1], 'trouble') == 1 then
  redis.call('ZREM', KEYS[7], ARGV[1])
end
redis.call('PUBLISH', ARGV[12], table.concat({ARGV[1], length, due[1], due[2], due[3], due[4]}, ','))
return {1, now, length}

-- The only way to go on with a table: all of this, or nothing.
-- KEYS: table, log, due. ARGV: id, expected length, expected running hash, not before (ms or ''), not from (ms or ''),
-- new running hash, status, due times of house, bot and deadline (ms or ''), channel, entries...
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
if #ARGV > 11 then
  length = redis.call('RPUSH', KEYS[2], unpack(ARGV, 12))
end
redis.call('HSET', KEYS[1], 'chain', ARGV[6], 'status', ARGV[7])
for place, kind in ipairs({'house', 'bot', 'deadline'}) do
  local at = ARGV[7 + place]
  if at == '' then
    redis.call('ZREM', KEYS[3], kind .. ':' .. ARGV[1])
  else
    redis.call('ZADD', KEYS[3], at, kind .. ':' .. ARGV[1])
  end
end
redis.call('PUBLISH', ARGV[11], table.concat({ARGV[1], length, ARGV[8], ARGV[9], ARGV[10]}, ','))
return {1, now, length}

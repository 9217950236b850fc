-- One consistent reading of a table, as little of it as the caller needs.
-- KEYS: table, log. ARGV: how many entries the caller holds, and their running hash.
-- Answers {now}: no such table; {now, chain, length, tail}: go on from what you hold;
-- {now, chain, length, all, facts, secret}: start afresh.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local held = redis.call('HMGET', KEYS[1], 'chain', 'facts', 'secret')
if not held[1] then
  return {now}
end
local length = redis.call('LLEN', KEYS[2])
local known = tonumber(ARGV[1])
if known > 0 and known == length and ARGV[2] == held[1] then
  return {now, held[1], length, {}}
end
if known > 0 and known < length then
  return {now, held[1], length, redis.call('LRANGE', KEYS[2], known, -1)}
end
return {now, held[1], length, redis.call('LRANGE', KEYS[2], 0, -1), held[2], held[3]}

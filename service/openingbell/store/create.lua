-- A new table with its first entries, unless there is one of that id.
-- KEYS: table, log, the due sets by kind, tables of the shard. ARGV: id, facts, secret,
-- fingerprint, running hash, status, due times by kind (ms or ''), channel, entries...
-- Answers {1 created | 0 existed, fingerprint of the table that is there}.
local found = redis.call('HGET', KEYS[1], 'fingerprint')
if found then
  return {0, found}
end
redis.call('HSET', KEYS[1], 'facts', ARGV[2], 'secret', ARGV[3], 'fingerprint', ARGV[4], 'chain', ARGV[5],
  'status', ARGV[6])
local length = 0
if #ARGV > 11 then
  length = redis.call('RPUSH', KEYS[2], unpack(ARGV, 12))
end
for place = 1, 4 do
  local at = ARGV[6 + place]
  if at ~= '' then
    redis.call('ZADD', KEYS[2 + place], at, ARGV[1])
  end
end
redis.call('SADD', KEYS[7], ARGV[1])
redis.call('PUBLISH', ARGV[11], table.concat({ARGV[1], length, ARGV[7], ARGV[8], ARGV[9], ARGV[10]}, ','))
return {1, ARGV[4]}

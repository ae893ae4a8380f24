-- Idempotency keys are stored as hashes (SHA-256, base64url), as tokens are: a repeated scan exchange answers a phone's key.
update idempotency set key = translate(encode(sha256(convert_to(key, 'UTF8')), 'base64'), '+/=', '-_');

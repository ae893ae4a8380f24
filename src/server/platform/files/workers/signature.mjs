import { createHash, createVerify, X509Certificate } from 'node:crypto';

const LARGEST = 200_000;
/** Object identifiers in DER. */
const MESSAGE_DIGEST = '2a864886f70d010904';
const HASHES = new Map([
  ['608648016503040201', 'sha256'],
  ['608648016503040202', 'sha384'],
  ['608648016503040203', 'sha512'],
]);

/** Returns the name in a valid digital signature that covers the whole file. The certificate's issuer isn't checked. */
export function findSigner(content) {
  try {
    return verify(Buffer.from(content.buffer, content.byteOffset, content.byteLength));
  } catch {
    return undefined;
  }
}

function verify(file) {
  const text = file.toString('latin1');
  const [, ...range] = [...text.matchAll(/\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g)].at(-1) ?? [];
  const [start, length, next, rest] = range.map(Number);
  if (start !== 0 || next + rest !== file.length || next <= length || next - length > LARGEST) return undefined;
  const hex = text.slice(length, next).replace(/[^\da-f]/gi, '');
  const signed = Buffer.concat([file.subarray(0, length), file.subarray(next)]);
  return signerOf(signedData(Buffer.from(hex, 'hex')), signed);
}

function signedData(der) {
  const [, wrapped] = childrenOf(readNode(der, 0));
  const [data] = childrenOf(wrapped);
  const parts = childrenOf(data);
  const certificates = parts.filter(({ tag }) => tag === 0xa0).flatMap(childrenOf);
  const [info] = childrenOf(parts.at(-1));
  return { certificates, info: childrenOf(info) };
}

function signerOf({ certificates, info }, signed) {
  const [, , digest, attributes, , signature] = info;
  const hash = HASHES.get(childrenOf(digest)[0].value.toString('hex'));
  if (!hash || attributes.tag !== 0xa0) return undefined;
  const stated = childrenOf(attributes)
    .map(childrenOf)
    .find(([name]) => name.value.toString('hex') === MESSAGE_DIGEST);
  const printed = stated && childrenOf(stated[1])[0].value;
  if (!printed?.equals(createHash(hash).update(signed).digest())) return undefined;
  // The signature covers the attributes, encoded as a set.
  const bytes = Buffer.concat([Buffer.from([0x31]), attributes.whole.subarray(1)]);
  const signer = certificates
    .map(({ whole }) => new X509Certificate(whole))
    .find(({ publicKey }) => createVerify(hash).update(bytes).verify(publicKey, signature.value));
  return signer && (/^CN=(.*)$/m.exec(signer.subject)?.[1] ?? signer.subject).slice(0, 100);
}

function readNode(bytes, at) {
  let [length, header] = [bytes[at + 1], 2];
  if (length & 0x80) {
    const count = length & 0x7f;
    if (count === 0 || count > 4) throw new Error("DER can't express this length");
    length = bytes.readUIntBE(at + 2, count);
    header += count;
  }
  const end = at + header + length;
  if (end > bytes.length) throw new Error('A value extends beyond the end of the file');
  return { tag: bytes[at], value: bytes.subarray(at + header, end), whole: bytes.subarray(at, end) };
}

function childrenOf({ value }) {
  const found = [];
  for (let at = 0; at < value.length; at += found.at(-1).whole.length) found.push(readNode(value, at));
  return found;
}

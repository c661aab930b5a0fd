import { generateKeyPairSync, sign } from 'node:crypto';

/** A key and a certificate that only signs itself, both as PEM. */
export interface SelfSigned {
  readonly key: string;
  readonly cert: string;
}

/** Makes a self-signed certificate (X.509, RFC 5280) for a host name, valid until 2049. */
export function selfSigned(host: string): SelfSigned {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(der(0x31, sequence(der(0x06, hex('550403')), der(0x0c, host))));
  const algorithm = sequence(der(0x06, hex('2a8648ce3d040302')));
  const alternativeNames = sequence(der(0x06, hex('551d11')), der(0x04, sequence(der(0x82, host))));
  const unsigned = sequence(
    der(0xa0, der(0x02, hex('02'))),
    der(0x02, hex('01')),
    algorithm,
    name,
    sequence(der(0x17, '200101000000Z'), der(0x17, '491231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(alternativeNames)),
  );
  const signature = sign('sha256', unsigned, privateKey);
  const certificate = sequence(unsigned, algorithm, der(0x03, hex('00'), signature));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`,
  };
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, ...parts);
}

/** One value in DER (X.690). */
function der(tag: number, ...parts: readonly (Buffer | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const { length } = content;
  return Buffer.concat([Buffer.from([tag, ...lengthOctets(length)]), content]);
}

/** The shortest form of a length, because browsers accept no other. */
function lengthOctets(length: number): readonly number[] {
  if (length < 128) return [length];
  return length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
}

function hex(text: string): Buffer {
  return Buffer.from(text, 'hex');
}

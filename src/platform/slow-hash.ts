import { scrypt, type ScryptOptions } from 'node:crypto';

/** The parameters of scrypt (RFC 7914): CPU and memory cost, block size, parallelization. */
export interface PasswordCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

const keyLength = 32;

/**
 * Derives a 32-byte key from a password by scrypt, after NFKC normalization. Takes 200 ms and
 * 128 MiB with production's cost, so call it before a transaction begins.
 */
export function slowHash(text: string, salt: Buffer, { N, r, p }: PasswordCost): Promise<Buffer> {
  const options: ScryptOptions = { N, r, p, maxmem: 256 * N * r };
  return new Promise((resolve, reject) => {
    scrypt(text.normalize('NFKC'), salt, keyLength, options, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}

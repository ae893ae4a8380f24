import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface SandboxRecord {
  id: string;
  amount: number;
  status: string;
}

/** Reads what the sandbox stored for an application: `('data', 'refund', trn)`. Amounts are in cents. */
export function readSandbox(dataDir: string, object: 'payment_intent' | 'refund', trn: string): SandboxRecord[] {
  const folder = path.join(dataDir, 'sandbox');
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
  const records = names.map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')));
  return records.filter((one) => one.object === object && one.metadata?.trn_id === trn);
}

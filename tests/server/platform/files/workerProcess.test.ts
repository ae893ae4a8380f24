import type { fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { runInProcess } from '../../../../src/server/platform/files/workerProcess';

/** A worker that emits its exit event before its answer, as can happen on a busy machine. */
class LateChild extends EventEmitter {
  connected = true;
  pid = undefined;
  exitCode: number | null = null;
  signalCode = null;

  send(): void {
    this.exitCode = 0;
    this.emit('exit', 0, null);
    setImmediate(() => {
      this.emit('message', { answer: 'read' });
      this.connected = false;
      this.emit('disconnect');
    });
  }
}

const startLate = (() => new LateChild()) as unknown as typeof fork;

describe('runInProcess', () => {
  it('returns an answer that arrives after the worker has ended', async () => {
    const task = { name: 'late', content: Buffer.alloc(1), deadlineMs: 1000 };
    await expect(runInProcess(task, startLate)).resolves.toBe('read');
  });
});

import { parentPort, workerData } from 'node:worker_threads';
import convert from 'heic-convert';

const jpeg = new Uint8Array(await convert({ buffer: workerData, format: 'JPEG', quality: 0.92 }));
parentPort.postMessage(jpeg);

import type { Prediction } from '../contract/income';
import { request } from './client';

/** Whether the server predicts classes for whoever asks. */
export async function isPredictionOn(): Promise<boolean> {
  return (await request('GET /ml/predictclass')).enabled;
}

/** The class of a PDF, without keeping it (spec 003 §7, prediction test upload). */
export function predictClass(file: File, documentTypeId: number): Promise<Prediction> {
  const body = new FormData();
  body.set('documenttype_id', String(documentTypeId));
  body.set('files', file);
  return request('POST /ml/predictclass', { body });
}

/** The names of US banks (spec 002 §7). */
export async function getBanks(): Promise<readonly string[]> {
  return (await request('GET /ml/mlbanklist')).banks;
}

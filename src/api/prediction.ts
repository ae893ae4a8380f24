import { get, post } from './client';

/** What kind of document a file is taken for, and how sure that is (0 to 1). */
export interface Prediction {
  class_predicted: string;
  confidence: number;
}

/** Whether the server predicts classes for whoever asks. */
export async function isPredictionOn(): Promise<boolean> {
  return (await get<{ enabled: boolean }>('/ml/predictclass')).enabled;
}

/** The class of a PDF, without keeping it (spec 003 §7, prediction test upload). */
export function predictClass(file: File, documentTypeId: number): Promise<Prediction> {
  const form = new FormData();
  form.set('documenttype_id', String(documentTypeId));
  form.set('files', file);
  return post('/ml/predictclass', form);
}

/** The names of US banks (spec 002 §7). */
export async function getBanks(): Promise<readonly string[]> {
  return (await get<{ banks: string[] }>('/ml/mlbanklist')).banks;
}

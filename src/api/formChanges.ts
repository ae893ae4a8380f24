/** Only in development: calls `onChange` whenever the server took changed schema files in; what comes back ends it. */
export function watchFormChanges(onChange: () => void): () => void {
  const source = new EventSource('/api/forms/changes');
  source.addEventListener('message', onChange);
  return () => source.close();
}

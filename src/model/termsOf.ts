interface ServedTerms {
  text?: unknown;
  subscriber_text?: unknown;
}

/** What is agreed to: the subscriber's terms without the instructions that are served with them, which are all where there are no terms. */
export function termsOf({ text, subscriber_text }: ServedTerms): string {
  return String(subscriber_text || text || '');
}

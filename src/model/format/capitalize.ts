/** `'pay stub'` → `'Pay stub'` */
export function capitalize(text: string): string {
  return text.slice(0, 1).toLocaleUpperCase() + text.slice(1);
}

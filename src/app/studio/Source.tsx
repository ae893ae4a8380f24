/** A file or a schema as text, folded. */
export function Source({ title, json }: { title: string; json: unknown }) {
  return (
    <details className="st-part">
      <summary>{title}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard. */}
      <pre tabIndex={0}>{JSON.stringify(json, null, 2)}</pre>
    </details>
  );
}

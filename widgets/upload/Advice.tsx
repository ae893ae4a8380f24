interface Topic {
  label: string;
  description: string;
}

/** `ui:options.faq`: what applicants ask about these documents, each answer to be opened. */
export function Advice({ faq }: { faq: unknown }) {
  const topics = Array.isArray(faq) ? (faq as Topic[]) : [];
  return topics.map(({ label, description }) => (
    <details key={label} className="rp-advice">
      <summary>{label}</summary>
      <p>{description}</p>
    </details>
  ));
}

import texts from '../../../schemas/texts/steps.json';
import { Banner } from '../ui/Banner';

/** What the server has to say about the applicant's answers (spec 001, section 8, Server warnings). */
export function Warnings({ messages }: { messages: readonly string[] }) {
  if (messages.length === 0) return null;
  return (
    <Banner kind="warning" title={texts.warnings.title}>
      <ul>
        {messages.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </Banner>
  );
}

import texts from '../../../schemas/texts/studio.json';
import type { SectionMessage } from '../../model/sectionMessages';

const said = texts.page;

/** Every message that a section may say, field by field. */
export function MessageTable({ messages }: { messages: readonly SectionMessage[] }) {
  return (
    <table className="st-messages">
      <thead>
        <tr>
          <th scope="col">{said.messageField}</th>
          <th scope="col">{said.messageRule}</th>
          <th scope="col">{said.messageText}</th>
        </tr>
      </thead>
      <tbody>
        {messages.map(({ field, keyword, message }) => (
          <tr key={`${field} ${keyword}`}>
            <td>{field}</td>
            <td>{keyword}</td>
            <td>{message}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

import type { StudioChoices } from '../../contract/studio';
import { useMessages } from '../../messages/useMessages';
import { Banner } from '../ui/Banner';

export function RejectedChanges({ findings }: { findings: StudioChoices['heldBack'] }) {
  const messages = useMessages('studio').page;
  if (findings.length === 0) return null;
  return (
    <Banner kind="warning" title={messages.heldBack}>
      <ul>
        {findings.map(({ code, file, line, path, fix }) => (
          <li key={`${code} ${file} ${path}`}>
            <code>
              schemas/{file}:{line}
            </code>{' '}
            {fix}
          </li>
        ))}
      </ul>
    </Banner>
  );
}

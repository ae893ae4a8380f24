import { useMessages } from '../../../messages/useMessages';
import { Button } from '../../ui/Button';
import { Tools } from '../parts';
import { type StudioView, studioViews } from '../studioPlace';

interface ViewSwitchProps {
  view: StudioView;
  onPick(view: StudioView): void;
}

export function ViewSwitch({ view, onPick }: ViewSwitchProps) {
  const messages = useMessages('studio').files;
  return (
    <Tools role="group" aria-label={messages.view} data-tabs="" marginBottom="4">
      {studioViews.map((name) => (
        <Button key={name} aria-pressed={name === view} onClick={() => onPick(name)}>
          {messages.views[name]}
        </Button>
      ))}
    </Tools>
  );
}

import type { WidgetProps } from '@rjsf/utils';
import { ownMember } from '../src/model/answers/paths';
import { RadioGroup } from './parts/RadioGroup';
import { getChoices, getOptions, useSiblings } from './parts/widgetProps';

/**
 * Radio buttons. The choice is locked while the sibling in `ui:options.lockedBy` has an answer (docs/spec/001.md,
 * document type).
 */
export function Radio(props: WidgetProps) {
  const { lockedBy, inline } = getOptions(props);
  const siblings = useSiblings(props, lockedBy !== undefined);
  const locked = lockedBy?.fields.some((name) => ownMember(siblings, name) !== undefined);
  return (
    <>
      <RadioGroup {...props} inline={inline} disabled={props.disabled || locked} choices={getChoices(props)} />
      {locked && <p className="rp-help">{lockedBy?.hint}</p>}
    </>
  );
}

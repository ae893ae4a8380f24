import { useMessages } from '../../messages/useMessages';
import { PagePart } from '../ui/PagePart';
import { HouseholdPart } from './HouseholdPart';

/** The household's section on the page after submitting. */
export function HouseholdSection() {
  const { heading } = useMessages('household');
  return (
    <PagePart name="household" title={heading} isAnchor>
      <HouseholdPart />
    </PagePart>
  );
}

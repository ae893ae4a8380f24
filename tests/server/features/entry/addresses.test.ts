import { describe, expect, it } from 'vitest';
import { createGoogleAddressBook, createOfflineAddressBook } from '../../../../src/server/features/entry/addresses';

describe('the embedded address book', () => {
  const book = createOfflineAddressBook();
  it.each([
    [
      '500 Congress Ave Aust',
      { street: '500 Congress Ave', houseNumber: '500', unit: '', city: 'Austin', state: 'TX' },
    ],
    ['77 W Lake St #5 Chicago IL', { street: '77 W Lake St', unit: '5', city: 'Chicago', state: 'IL' }],
    ['77 W Lake St, Apt. 5B, Chicago', { street: '77 W Lake St', unit: '5B', city: 'Chicago' }],
    ['12 Elm St 78704', { street: '12 Elm St', city: 'Austin', state: 'TX', zip: '78704' }],
    ['12 Elm St, Hollywood, CA 90028', { street: '12 Elm St', city: 'Los Angeles', zip: '90028' }],
    ['12 Elm St, Austin, TX 78704', { street: '12 Elm St', city: 'Austin', zip: '78704' }],
  ])('completes %s', async (query, expected) => {
    expect((await book.suggest(query))[0]).toMatchObject(expected);
  });

  it.each(['', 'x', '12', 'Congress', '1 a, 00000', '(((((', '12 Elm St, Zzyzx'])(
    'returns no suggestion for %j',
    async (query) => {
      expect(await book.suggest(query)).toEqual([]);
    },
  );

  it('returns at most five', async () => {
    expect(await book.suggest('1 Main St New York')).toHaveLength(5);
  });
});

describe('the maps service', () => {
  const place = (country: string) => ({
    formattedAddress: '500 Congress Ave, Austin, TX 78701, USA',
    addressComponents: [
      { longText: '500', shortText: '500', types: ['street_number'] },
      { longText: 'Congress Avenue', shortText: 'Congress Ave', types: ['route'] },
      { longText: 'Austin', shortText: 'Austin', types: ['locality'] },
      { longText: 'Texas', shortText: 'TX', types: ['administrative_area_level_1'] },
      { longText: '78701', shortText: '78701', types: ['postal_code'] },
      { longText: country, shortText: country, types: ['country'] },
    ],
  });

  it('gets the key in a header and returns only US addresses', async () => {
    const requests: { url: string; init?: RequestInit }[] = [];
    const book = createGoogleAddressBook('the-key', async (url, init) => {
      requests.push({ url: String(url), init });
      return Response.json({ places: [place('US'), place('CA')] });
    });
    expect(await book.suggest('500 congress')).toEqual([
      expect.objectContaining({
        street: '500 Congress Ave',
        houseNumber: '500',
        city: 'Austin',
        state: 'TX',
        zip: '78701',
      }),
    ]);
    expect(requests[0]?.url).not.toContain('the-key');
    expect(requests[0]?.init?.headers).toMatchObject({ 'x-goog-api-key': 'the-key' });
  });

  it('throws when the service refuses', async () => {
    const book = createGoogleAddressBook('the-key', async () => new Response('', { status: 403 }));
    await expect(book.suggest('500 congress')).rejects.toThrow('403');
  });
});

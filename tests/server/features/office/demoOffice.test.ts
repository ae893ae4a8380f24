import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { demoOffice } from '../../../../src/server/demoOffice';
import { demoOfficePath, seedApplications } from '../../../../src/server/features/demo/seedApplications';
import { askOffice, enter } from '../../../support/officePeople';
import { openServer } from '../../../support/openServer';

describe("the demo's office", async () => {
  const server = await openServer();

  /** Simulates a machine that reads each document before the income is saved. */
  const fastReader = {
    async inject(options: InjectOptions) {
      if (String(options.url).startsWith('/api/income/')) await server.drain();
      return server.app.inject(options);
    },
  };

  it('has an application in each stage, however often the server starts, and a link that opens it', async () => {
    for (let starts = 0; starts < 2; starts += 1) await seedApplications(server.deps, fastReader, demoOffice);
    await server.drain();
    const path = (await demoOfficePath(server.deps, demoOffice)) ?? '';
    const cookie = await enter(server, path.split('#')[1] ?? '');
    const list = (await askOffice(server, { headers: { cookie } }, '/applications?sort=name')).json().records;
    const rows = list.applications.map(({ name, household, status }: Record<string, unknown>) => ({
      name,
      household,
      status,
    }));
    expect(rows).toEqual([
      { name: 'Noor Haddad', household: 1, status: 'declined' },
      { name: 'Robin Hale', household: 2, status: 'submitted' },
      { name: 'José Ibarra', household: 1, status: 'withdrawn' },
      { name: "李 O'Neil", household: expect.any(Number), status: 'inReview' },
      { name: 'Sam Ortega', household: 1, status: 'documentsNeeded' },
      { name: 'Wei Park', household: 1, status: 'approvedWithConditions' },
    ]);
  });

  it('has a household of three: submitted, started and invited', async () => {
    const path = (await demoOfficePath(server.deps, demoOffice)) ?? '';
    const headers = { headers: { cookie: await enter(server, path.split('#')[1] ?? '') } };
    const { households } = (await askOffice(server, headers, '/households')).json().records;
    expect(households).toHaveLength(1);
    const [{ people, place, expected, submitted, is_complete }] = households;
    expect(place).toBe('18 Lantern Ln, Portland');
    expect({ expected, submitted, is_complete }).toEqual({ expected: 3, submitted: 1, is_complete: false });
    expect(people.map(({ name, role, state }: Record<string, unknown>) => [name, role, state])).toEqual([
      ["李 O'Neil", 'applicant', 'submitted'],
      ['José Ibarra', 'occupant', 'started'],
      ['Wei Li', 'guarantor', 'invited'],
    ]);
  });

  it("shows what was read in the documents, marked differences, and the office's actions", async () => {
    const path = (await demoOfficePath(server.deps, demoOffice)) ?? '';
    const headers = { headers: { cookie: await enter(server, path.split('#')[1] ?? '') } };
    const all = (await askOffice(server, headers, '/applications?sort=name')).json().records.applications;
    const list = all.filter(({ name }: { name: string }) => /Hale|Neil|Ortega/.test(name));
    const open = async (id: string) => (await askOffice(server, headers, `/applications/${id}`)).json().records;
    const [robin, mae, sam] = await Promise.all(list.map(({ id }: { id: string }) => open(id)));
    const valuesOf = (type: number) =>
      robin.documents.find(({ document_id }: { document_id: number }) => document_id === type).values;
    expect(robin.findings[0]).toMatchObject({
      kind: 'identity',
      title: "The name on the ID doesn't match",
      text: expect.stringMatching(/ROBIN MERCER.*Robin Hale/),
    });
    expect(robin.attention[0]).toEqual({ kind: 'identity', count: 1 });
    const gross = robin.findings.find(({ title }: { title: string }) => title === 'Gross pay');
    expect(gross.text).toMatch(/^The documents show \$[\d,.]+ a month\. The applicant entered \$[\d,.]+\.$/);
    expect(gross.places).not.toHaveLength(0);
    // The finding offers to request each missing document.
    for (const { may_ask, findings } of [robin, mae, sam]) {
      const missing = may_ask.filter(({ state }: { state: string }) => state === 'missing');
      expect(findings.find(({ kind }: { kind: string }) => kind === 'missing')?.ask ?? []).toHaveLength(missing.length);
    }
    expect(sam.attention.map(({ kind }: { kind: string }) => kind)).toContain('questionnaire');
    expect(valuesOf(13)).toContainEqual({
      field: 'name',
      label: 'Name',
      read: 'ROBIN MERCER',
      typed: 'Robin Hale',
      differs: true,
      places: [],
    });
    expect(valuesOf(13)).toContainEqual(
      expect.objectContaining({ label: 'Address', read: '1208 BARTON HILLS DR', differs: false }),
    );
    expect(valuesOf(13)).toContainEqual(expect.objectContaining({ label: 'Expires', read: 'Apr 12, 2034' }));
    expect(valuesOf(3)).toContainEqual(
      expect.objectContaining({ label: 'Employee', read: 'Robin J Hale', typed: 'Robin Hale', differs: false }),
    );
    expect(list.map(({ checks }: { checks: string }) => checks)).toEqual(['failed', 'failed', 'open']);
    expect(valuesOf(3)).toContainEqual(
      expect.objectContaining({ read: '$1,700.00', typed: '$2,000.00', differs: true }),
    );
    const weeks = robin.coverage.find(({ document_id }: { document_id: number }) => document_id === 3).needed;
    expect(new Set(weeks.map(({ covered }: { covered: boolean }) => covered))).toEqual(new Set([true, false]));
    expect(robin.documents.some(({ has_thumbnail }: { has_thumbnail: boolean }) => has_thumbnail)).toBe(true);
    expect(mae.documents.map(({ title }: { title: string }) => title)).toEqual(
      expect.arrayContaining(['US passport', 'Pay stub', 'Bank Statement']),
    );
    expect(mae.place).toBe('18 Lantern Ln, Portland');
    expect(mae.notes).toHaveLength(1);
    expect(sam.requests.map(({ state }: { state: string }) => state)).toEqual(['requested', 'requested']);
    // The license was requested, so two documents are missing and one is awaited. The list counts all three.
    const missing = sam.findings.filter(({ kind }: { kind: string }) => kind === 'missing');
    expect(missing.map(({ count }: { count: number }) => count)).toEqual([2, 1]);
    expect(sam.attention).toContainEqual({ kind: 'missing', count: 3 });
    expect(sam.timeline.map(({ title }: { title: string }) => title)).toEqual(
      expect.arrayContaining(['Review started', 'Documents requested', 'Application submitted']),
    );
  });
});

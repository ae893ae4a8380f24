import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import application from '../../../schemas/flows/application.json';
import { findRedirects, isReservedRoute, listAddresses } from '../../../src/model/section/pages';
import type { Flow } from '../../../src/model/types';

const flow = application as Flow;

describe('an address of the app', () => {
  it.each([
    '/',
    '/login',
    '/Login/',
    '/reset-password/a1b2',
    '/office/people',
    '/OFFICE',
    '/viewconsent',
    '/scan',
    '/scan/a/b',
    '/property/demo',
    '/identification/Unit/x',
    '/api/steps',
    '/healthz',
  ])("%s can't be a step's route", (route) => {
    expect(isReservedRoute(route)).toBe(true);
  });

  it.each([
    '/identification',
    '/identification/pets',
    '/view/pets',
    '/scanner',
    '/reset-password',
    '/identification/units',
  ])('%s can be a step’s route', (route) => expect(isReservedRoute(route)).toBe(false));

  it("isn't reserved if it belongs to a step, and the router's only own path is *", () => {
    const own = [...readFileSync('src/app/routes.tsx', 'utf8').matchAll(/path="([^"]+)"/g)].map(([, path]) => path);
    expect(own).toEqual(['*']);
    expect(flow.steps.flatMap(listAddresses).filter(isReservedRoute)).toEqual([]);
  });
});

describe('an address that a step had', () => {
  const former = (id: string, route: string, sections: string[] = [], viewRoute?: string) => ({
    id,
    route,
    viewRoute,
    sections,
  });

  it("redirects to the step's current address, by its id or its sections", () => {
    expect(
      findRedirects(flow, [
        former('income', '/identification/money', ['employers'], '/view/money'),
        former('earnings', '/identification/earnings', ['employers', 'banking']),
        former('pets', '/identification/pets', ['their-pets']),
        former('income', '/identification/payment'),
        former('identification', '/login'),
      ]),
    ).toEqual({
      '/identification/money': '/identification/incomeDetail',
      '/view/money': '/view/incomeDetail',
      '/identification/earnings': '/identification/incomeDetail',
      '/identification/pets': '',
    });
  });
});

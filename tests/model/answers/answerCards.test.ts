import { describe, expect, it } from 'vitest';
import { answerCard, briefLines, type CardPart, isCard } from '../../../src/model/answers/answerCards';
import { findUi } from '../../../src/model/answers/paths';
import type { SchemaNode, UiNode } from '../../../src/model/types';

const texts = { yes: 'Yes', no: 'No', files: '{n, plural, one {# file} other {# files}}' };
const text = (title: string): SchemaNode => ({ type: 'string', title });
const person: SchemaNode = {
  type: 'object',
  properties: {
    is_current: { type: 'boolean' },
    search: text('Search'),
    first: text('First name'),
    last: text('Last name'),
    state: { ...text('State'), enum: ['TX'] },
    picture: { ...text('Picture'), 'x-document': 1 },
  },
};
const schema: SchemaNode = {
  type: 'object',
  properties: {
    question: {
      type: 'object',
      title: 'Will anyone live with you?',
      properties: { response: { type: 'string' }, people: { type: 'array', title: 'People', items: person } },
    },
    phones: { type: 'array', title: 'Phones', items: { type: 'object', properties: { number: text('Number') } } },
  },
};
const ui: UiNode = {
  question: {
    people: {
      'ui:list': {
        item: 'Person {n}',
        fixedItem: 'The first person',
        fixed: 'is_current',
        named: ['first last', 'state'],
      },
      items: {
        is_current: { 'ui:widget': 'hidden' },
        search: { 'ui:options': { aid: true } },
        state: { 'ui:enumNames': ['TX - Texas'] },
      },
    },
  },
  phones: { 'ui:widget': 'Phones', items: { number: { 'ui:widget': 'Phone' } } },
};

const cardOf = (answers: unknown) => answerCard('Household', { schema, ui, texts }, answers);
const short = (part: CardPart): unknown =>
  isCard(part) ? [part.title, part.note, part.parts.map(short)] : [part.label, part.files ?? part.text];

describe('the card of a section', () => {
  it('names a row by its answers, shows them once, and omits helper questions', () => {
    const people = [
      { is_current: true, search: 'Ada', first: 'Ada', last: 'Bell', state: 'TX', picture: 'x/ada.png' },
      { first: '', last: '' },
    ];
    const { parts } = cardOf({ question: { response: 'Yes', people } });
    expect(parts.map(short)).toEqual([
      ['Will anyone live with you?', 'Yes'],
      ['Ada Bell, TX', 'The first person', [['Picture', ['x/ada.png']]]],
      ['Person 2', undefined, []],
    ]);
  });

  it('is folded to the names of its rows or its answers, without repeats', () => {
    const people = [{ first: 'Ada' }, { first: 'Cy' }];
    expect(briefLines(cardOf({ question: { response: 'Yes', people } }))).toEqual(['Ada', 'Cy']);
    expect(briefLines(cardOf({ question: { response: 'No' }, phones: [] }))).toEqual(['No']);
  });

  it('shows a list with a single control as one answer', () => {
    const { parts } = cardOf({ phones: [{ number: '15125550123' }, { number: '15125550124' }] });
    expect(parts.map(short)).toEqual([['Phones', '(512) 555-0123, (512) 555-0124']]);
  });

  it('names a section without a list by its own answers', () => {
    const named = { 'ui:options': { named: ['first last'] } };
    const card = answerCard('Personal Details', { schema: person, ui: named, texts }, { first: 'Ada', last: 'Bell' });
    expect(short(card)).toEqual(['Ada Bell', 'Personal Details', []]);
  });

  it("shows masked answers masked and never uses them as a row's name", () => {
    const place = '/question/people/0';
    const masked = new Map([
      [`${place}/first`, 'hidden'],
      [`${place}/picture`, 'hidden'],
    ]);
    const people = [{ first: 'Ada', last: 'Bell', state: 'TX', picture: 'x/ada.png' }];
    const card = answerCard('Household', { schema, ui, texts, masked }, { question: { people } });
    expect(card.parts.map(short)).toEqual([
      [
        'TX',
        'Person 1',
        [
          ['First name', 'hidden'],
          ['Last name', 'Bell'],
          ['Picture', 'hidden'],
        ],
      ],
    ]);
  });
});

describe('a review of a section', () => {
  const pets: UiNode = {
    'ui:entries': { answer: 'response', list: 'people' },
    response: { 'ui:options': { reviewLabel: 'Household' } },
    people: findUi(findUi(ui, 'question'), 'people'),
  };
  const own: UiNode = { 'ui:options': { summary: ['household: {question_people}'] }, question: pets };
  const review = (question: unknown) => answerCard('Household', { schema, ui: own, texts }, { question });

  it('has short labels, and omits the Yes of a list with rows', () => {
    expect(review({ response: 'No' }).parts.map(short)).toEqual([['Household', 'No']]);
    expect(review({ response: 'Yes', people: [{ first: 'Ada' }] }).parts.map(short)).toEqual([['Ada', 'Person 1', []]]);
  });

  it('is folded to its written summary', () => {
    const people = [{ first: 'Ada' }, { first: 'Cy' }];
    expect(briefLines(review({ response: 'Yes', people }))).toEqual(['household: Ada, Cy']);
    expect(briefLines(review({ response: 'No' }))).toEqual(['No']);
  });

  it('has short choices for the applicant, not for others, whose answers are masked', () => {
    const later: SchemaNode = { type: 'object', properties: { why: { ...text('Why?'), enum: ['later'] } } };
    const choices = [{ value: 'later', label: "You'll upload it later" }];
    const question = {
      schema: later,
      ui: { why: { 'ui:enumNames': ['Later'], 'ui:options': { reviewChoices: choices } } },
      texts,
    };
    const line = (masked?: ReadonlyMap<string, string>) =>
      answerCard('Proof', { ...question, masked }, { why: 'later' }).parts.map(short);
    expect(line()).toEqual([['Why?', "You'll upload it later"]]);
    expect(line(new Map())).toEqual([['Why?', 'Later']]);
  });

  it('shows a number with its unit, unless it is masked or missing', () => {
    const pet: SchemaNode = {
      type: 'object',
      properties: { weight: { type: 'number', title: 'Weight in pounds' }, breed: text('Breed') },
    };
    const worded: UiNode = { weight: { 'ui:options': { reviewLabel: 'Weight', reviewText: '{weight} lb' } } };
    const lines = (answers: unknown, masked?: ReadonlyMap<string, string>) =>
      answerCard('Pet', { schema: pet, ui: worded, texts, masked }, answers).parts.map(short);
    expect(lines({ weight: 24, breed: 'Beagle' })).toEqual([
      ['Weight', '24 lb'],
      ['Breed', 'Beagle'],
    ]);
    expect(lines({ weight: 24 }, new Map([['/weight', '•••']]))).toEqual([['Weight', '•••']]);
    expect(lines({})).toEqual([]);
  });

  it('shows an address on one line, unless a part of it is masked', () => {
    const home: SchemaNode = {
      type: 'object',
      properties: { street: text('Street'), city: text('City'), note: text('Note') },
    };
    const joined: UiNode = {
      street: { 'ui:options': { reviewLabel: 'Address', reviewJoined: ['street', 'city'] } },
    };
    const answers = { street: '77 Elm St', city: 'Waco', note: 'Blue door' };
    const lines = (masked?: ReadonlyMap<string, string>) =>
      answerCard('Home', { schema: home, ui: joined, texts, masked }, answers).parts.map(short);
    expect(lines()).toEqual([
      ['Address', '77 Elm St, Waco'],
      ['Note', 'Blue door'],
    ]);
    expect(lines(new Map([['/city', '•••']]))).toEqual([
      ['Address', '77 Elm St'],
      ['City', '•••'],
      ['Note', 'Blue door'],
    ]);
  });

  it('marks answers that the applicant cannot change', () => {
    const fixed: SchemaNode = {
      type: 'object',
      properties: { email: { ...text('Email'), readOnly: true }, city: text('City') },
    };
    const { parts } = answerCard('You', { schema: fixed, ui: {}, texts }, { email: 'a@example.com', city: 'Austin' });
    expect(parts).toEqual([
      { key: '/email', label: 'Email', text: 'a@example.com', isFixed: true },
      { key: '/city', label: 'City', text: 'Austin' },
    ]);
  });
});

describe('an amount with `differsFrom`', () => {
  const amounts = {
    pay: { type: 'number' as const, title: 'Pay' },
    found: { type: 'number' as const, title: 'Found' },
  };
  const often = { type: 'string' as const, title: 'Often' };
  const differsFrom = { by: 'monthlyPay', from: ['pay', 'often'] };
  const pay = {
    schema: { type: 'object' as const, properties: { ...amounts, often } },
    ui: { found: { 'ui:options': { differsFrom } } },
    texts,
  };
  const labels = (found: number, masked?: ReadonlyMap<string, string>) =>
    answerCard('Pay', { ...pay, masked }, { pay: 1200, often: 'Weekly', found }).parts.map((part) =>
      isCard(part) ? part.title : part.label,
    );

  it("isn't repeated in the review, but shown to the office", () => {
    expect(labels(5200)).toEqual(['Pay', 'Often']);
    expect(labels(5100)).toEqual(['Pay', 'Found', 'Often']);
    expect(labels(5200, new Map())).toEqual(['Pay', 'Found', 'Often']);
  });
});

describe('unanswered questions', () => {
  const unanswered = { hidden: new Set(['pet/0/breed']), text: 'Not answered', noFiles: 'None added' };
  const pet: SchemaNode = {
    type: 'object',
    properties: {
      kind: text('Type'),
      service: { type: 'boolean', title: 'Service animal' },
      breed: text('Breed'),
      weight: { ...text('Weight'), readOnly: true },
      picture: { ...text('Picture'), 'x-document': 6 },
    },
  };
  const pets = {
    schema: {
      type: 'object' as const,
      properties: {
        student: { type: 'object' as const, properties: { response: text('Student'), note: text('Note') } },
        pet: { type: 'array' as const, items: pet },
      },
    },
    ui: {
      student: { note: { 'ui:options': { addable: { label: 'Add a note' } } } },
      pet: { 'ui:list': { item: 'Pet {n}' } },
    },
    texts,
  };
  const linesOf = (asked: Partial<Parameters<typeof answerCard>[1]>, answers: unknown) =>
    answerCard('Pets', { ...pets, ...asked }, answers).parts.map(short);

  it('have a line in the review, unless they are hidden or cannot be answered', () => {
    const answers = { pet: [{ kind: '' }] };
    expect(linesOf({ unanswered }, answers)).toEqual([
      ['Student', 'Not answered'],
      [
        'Pet 1',
        undefined,
        [
          ['Type', 'Not answered'],
          ['Service animal', 'No'],
          ['Picture', 'None added'],
        ],
      ],
    ]);
    expect(linesOf({}, answers)).toEqual([['Pet 1', undefined, []]]);
  });

  it("aren't in a folded card's lines", () => {
    expect(briefLines(answerCard('Pet', { schema: pet, ui: {}, texts, unanswered }, { kind: 'Dog' }))).toEqual(['Dog']);
  });
});

describe('amounts that a field derives', () => {
  const schema: SchemaNode = {
    type: 'object',
    properties: { pay: { type: 'number', title: 'Pay' }, often: text('Often') },
  };
  const derive = [{ title: 'Monthly income', by: 'monthlyPay', from: ['pay', 'often'] }];
  const ui: UiNode = { often: { 'ui:options': { derive } } };
  const linesOf = (answers: unknown, masked?: ReadonlyMap<string, string>) =>
    answerCard('Pay', { schema, ui, texts, masked }, answers).parts;

  it("follow the field in the review, but aren't shown to the office", () => {
    expect(linesOf({ pay: 1200, often: 'Weekly' })).toEqual([
      { key: '/pay', label: 'Pay', text: '1200' },
      { key: '/often', label: 'Often', text: 'Weekly' },
      { key: '/often/monthlyPay', label: 'Monthly income', text: '$5,200.00', isFixed: true },
    ]);
    expect(linesOf({ pay: 1200 })).toHaveLength(1);
    expect(linesOf({ pay: 1200, often: 'Weekly' }, new Map())).toHaveLength(2);
  });
});

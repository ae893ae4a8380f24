// Simulates Stripe.js with our own code. Accepts only Stripe's published test cards. The card number never leaves this
// page: the sandbox gets the brand, the last four digits, the expiry date and the test card's result.
(() => {
  const OUTCOMES = {
    4242424242424242: 'succeed',
    4000056655665556: 'succeed',
    5555555555554444: 'succeed',
    378282246310005: 'succeed',
    6011111111111117: 'succeed',
    4000000000000002: 'card_declined',
    4000000000009995: 'insufficient_funds',
    4000000000000069: 'expired_card',
    4000000000000127: 'incorrect_cvc',
    4000002760003184: 'authenticate',
  };
  const BRANDS = [
    ['visa', /^4/],
    ['mastercard', /^5[1-5]|^2[2-7]/],
    ['amex', /^3[47]/],
    ['discover', /^6/],
  ];
  const brandOf = (number) => BRANDS.find(([, start]) => start.test(number))?.[0] ?? 'unknown';
  const isAmex = (number) => brandOf(number) === 'amex';

  function passesLuhn(number) {
    const doubled = (digit) => (digit > 4 ? digit * 2 - 9 : digit * 2);
    const sum = [...number].reverse().reduce((total, digit, i) => total + (i % 2 ? doubled(+digit) : +digit), 0);
    return sum % 10 === 0;
  }

  const wrong = (code, message) => ({ type: 'validation_error', code, message });

  function numberError(value) {
    if (value.length < (isAmex(value) ? 15 : 16)) return wrong('incomplete_number', 'Your card number is incomplete.');
    return passesLuhn(value) ? null : wrong('invalid_number', 'Your card number is invalid.');
  }

  function expiryError(value) {
    if (value.length < 4) return wrong('incomplete_expiry', "Your card's expiration date is incomplete.");
    const month = +value.slice(0, 2);
    const year = 2000 + +value.slice(2);
    if (month < 1 || month > 12) return wrong('invalid_expiry_month', "Your card's expiration date is invalid.");
    // A card is valid until the end of its month.
    if (new Date(year, month) <= new Date())
      return wrong('invalid_expiry_year_past', "Your card's expiration year is in the past.");
    return null;
  }

  const cvcError = (value, number) =>
    value.length < (isAmex(number ?? '') ? 4 : 3)
      ? wrong('incomplete_cvc', "Your card's security code is incomplete.")
      : null;
  const zipError = (value) => (value.length < 5 ? wrong('incomplete_zip', 'Your postal code is incomplete.') : null);

  const PARTS = {
    number: {
      label: 'Card number',
      name: 'cardnumber',
      autocomplete: 'cc-number',
      placeholder: '1234 1234 1234 1234',
      digits: 16,
      share: 4,
      show: (v) => v.replace(/(\d{4})(?=\d)/g, '$1 '),
      error: numberError,
    },
    expiry: {
      label: 'Expiration date',
      name: 'exp-date',
      autocomplete: 'cc-exp',
      placeholder: 'MM / YY',
      digits: 4,
      share: 2,
      show: (v) => v.replace(/^(\d{2})(\d)/, '$1 / $2'),
      error: expiryError,
    },
    cvc: {
      label: 'CVC',
      name: 'cvc',
      autocomplete: 'cc-csc',
      placeholder: 'CVC',
      digits: 4,
      share: 1,
      show: (v) => v,
      error: cvcError,
    },
    zip: {
      label: 'ZIP',
      name: 'postal',
      autocomplete: 'postal-code',
      placeholder: 'ZIP',
      digits: 5,
      share: 1,
      show: (v) => v,
      error: zipError,
    },
  };
  const PARTS_OF = {
    card: ['number', 'expiry', 'cvc', 'zip'],
    cardNumber: ['number'],
    cardExpiry: ['expiry'],
    cardCvc: ['cvc'],
  };

  /** A Stripe element: a container with the inputs of its parts. */
  function createElement(type, options, siblings) {
    const settings = { ...options };
    const events = new EventTarget();
    const listeners = new Map();
    const parts = (PARTS_OF[type] ?? []).filter((part) => part !== 'zip' || !settings.hidePostalCode);
    const values = Object.fromEntries(parts.map((part) => [part, '']));
    const inputs = new Map();
    let node;

    const errorOf = (part) => PARTS[part].error(values[part], values.number);
    const emit = (name, detail) =>
      events.dispatchEvent(new CustomEvent(name, { detail: { elementType: type, ...detail } }));

    function state() {
      const errors = parts.map(errorOf);
      return {
        empty: parts.every((part) => !values[part]),
        complete: errors.every((error) => !error),
        error: errors.find((error) => error?.code.startsWith('invalid')),
        ...('number' in values && { brand: brandOf(values.number) }),
        value: {},
      };
    }

    function changed() {
      const now = state();
      node?.classList.toggle('StripeElement--empty', now.empty);
      node?.classList.toggle('StripeElement--complete', now.complete);
      node?.classList.toggle('StripeElement--invalid', Boolean(now.error));
      emit('change', now);
    }

    function createInput(part) {
      const { label, name, autocomplete, placeholder, digits, share, show } = PARTS[part];
      const input = document.createElement('input');
      Object.assign(input, {
        type: 'text',
        inputMode: 'numeric',
        name,
        autocomplete,
        placeholder,
        disabled: Boolean(settings.disabled),
        value: show(values[part]),
      });
      input.setAttribute('aria-label', label);
      Object.assign(input.style, {
        flex: `${share} 1 ${share * 2}em`,
        minWidth: '3em',
        border: '0',
        padding: '0',
        background: 'transparent',
        font: 'inherit',
        color: 'inherit',
      });
      input.addEventListener('input', () => {
        values[part] = input.value.replace(/\D/g, '').slice(0, digits);
        const shown = show(values[part]);
        if (shown !== input.value) input.value = shown;
        input.removeAttribute('aria-invalid');
        changed();
      });
      input.addEventListener('focus', () => {
        node?.classList.add('StripeElement--focus');
        emit('focus');
      });
      input.addEventListener('blur', () => {
        node?.classList.remove('StripeElement--focus');
        input.setAttribute('aria-invalid', String(Boolean(values[part]) && Boolean(errorOf(part))));
        emit('blur');
      });
      input.addEventListener('keydown', (event) => event.key === 'Escape' && emit('escape'));
      return input;
    }

    const element = {
      values,
      errorOf,
      parts,
      on(name, callback) {
        const listener = (event) => callback(event.detail);
        listeners.set(callback, listener);
        events.addEventListener(name, listener);
        return element;
      },
      once: (name, callback) => {
        events.addEventListener(name, (event) => callback(event.detail), { once: true });
        return element;
      },
      off(name, callback) {
        events.removeEventListener(name, listeners.get(callback));
        return element;
      },
      mount(where) {
        node = typeof where === 'string' ? document.querySelector(where) : where;
        node.classList.add('StripeElement', 'StripeElement--empty');
        Object.assign(node.style, { display: 'flex', flexWrap: 'wrap', gap: '0.5em' });
        node.replaceChildren();
        for (const part of parts) {
          const input = createInput(part);
          inputs.set(part, input);
          node.append(input);
        }
        // As in Stripe's own elements, a click on the container's label focuses the first input.
        const label = node.id ? document.querySelector(`label[for="${node.id}"]`) : undefined;
        label?.addEventListener('click', element.focus);
        // An element with one input uses the visible label as its accessible name. Other inputs have their part's name.
        if (label && parts.length === 1) inputs.get(parts[0]).setAttribute('aria-label', label.textContent);
        queueMicrotask(() => emit('ready'));
      },
      update(changes) {
        Object.assign(settings, changes);
        for (const input of inputs.values()) input.disabled = Boolean(settings.disabled);
      },
      unmount() {
        node?.replaceChildren();
        node = undefined;
      },
      destroy() {
        element.unmount();
        siblings.delete(type);
      },
      focus: () => inputs.get(parts[0])?.focus(),
      blur: () => document.activeElement?.blur(),
      clear() {
        for (const part of parts) values[part] = '';
        for (const input of inputs.values()) input.value = '';
        changed();
      },
      collapse() {},
    };
    return element;
  }

  function createWalletButton() {
    const events = new EventTarget();
    const emit = (name, detail) => events.dispatchEvent(new CustomEvent(name, { detail }));
    const hasWallet = () => window.ApplePaySession?.canMakePayments?.() ?? false;
    const wallet = { expressPaymentType: 'apple_pay' };
    const press = () =>
      emit('click', { ...wallet, resolve: () => emit('confirm', { ...wallet, paymentFailed() {} }), reject() {} });
    const element = {
      parts: [],
      on(name, callback) {
        events.addEventListener(name, ({ detail }) => callback(detail));
        return element;
      },
      once: (name, callback) => element.on(name, callback),
      off: () => element,
      mount(node) {
        const button = document.createElement('button');
        Object.assign(button, { type: 'button', textContent: 'Sandbox wallet' });
        Object.assign(button.style, { width: '100%', minHeight: '3rem', background: '#000', color: '#fff' });
        button.addEventListener('click', press);
        node.replaceChildren(...(hasWallet() ? [button] : []));
        queueMicrotask(() => emit('ready', { availablePaymentMethods: hasWallet() ? { applePay: true } : undefined }));
      },
      unmount() {},
      destroy() {},
      update() {},
    };
    return element;
  }

  /** The elements of a form. A card can have several of them. */
  function createElements() {
    const all = new Map();
    const typeOf = (which) => (typeof which === 'string' ? which : which?.__elementType);
    return {
      all,
      create(type, options) {
        if (all.has(type)) throw new Error(`Can only create one Element of type ${type} through \`elements()\`.`);
        const element = type === 'expressCheckout' ? createWalletButton() : createElement(type, options, all);
        all.set(type, element);
        element.card = () => [...all.values()].filter((one) => one.parts.length > 0);
        return element;
      },
      getElement: (which) => all.get(typeOf(which)) ?? null,
      update() {},
      fetchUpdates: async () => ({}),
      submit: async () => ({}),
    };
  }

  /** Returns the parts of an element's card that the sandbox may get, or the first error. */
  function readCard(element) {
    if (!element?.card) throw new Error('We could not retrieve data from the specified Element.');
    const card = {};
    for (const one of element.card()) Object.assign(card, one.values);
    for (const part of ['number', 'expiry', 'cvc', 'zip']) {
      if (!(part in card) && part === 'zip') continue;
      const error = PARTS[part].error(card[part] ?? '', card.number);
      if (error) return { error };
    }
    const outcome = OUTCOMES[card.number];
    if (!outcome)
      return {
        error: {
          type: 'card_error',
          code: 'card_declined',
          message: 'Your card was declined. Your request was in test mode, but used a non test card.',
        },
      };
    const [month, year] = [+card.expiry.slice(0, 2), 2000 + +card.expiry.slice(2)];
    return {
      card: { brand: brandOf(card.number), last4: card.number.slice(-4), exp_month: month, exp_year: year, outcome },
    };
  }

  async function send(path, key, body) {
    const answer = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
    }).catch(() => null);
    const made = await answer?.json();
    if (answer?.ok) return { made };
    return {
      error: made?.error ?? { type: 'api_connection_error', message: 'Could not reach the card sandbox. Try again.' },
    };
  }

  async function make(path, key, element) {
    const { card, error } = readCard(element);
    return error ? { error } : send(path, key, { card });
  }

  /** Requests the bank's approval in a dialog. Resolves to the answer. */
  function askAsBank() {
    const dialog = document.createElement('dialog');
    dialog.setAttribute('aria-labelledby', 'sandbox-bank');
    Object.assign(dialog.style, { margin: 'auto', padding: '1.5rem', border: '1px solid', borderRadius: '0.5rem' });
    const title = Object.assign(document.createElement('h2'), { id: 'sandbox-bank', textContent: 'Sandbox bank' });
    const text = Object.assign(document.createElement('p'), { textContent: 'Do you want to make this payment?' });
    dialog.append(title, text);
    const answer = new Promise((resolve) => {
      for (const [outcome, label] of [
        ['complete', 'Complete'],
        ['fail', 'Fail'],
      ]) {
        const button = Object.assign(document.createElement('button'), { type: 'button', textContent: label });
        Object.assign(button.style, { margin: '1rem 1rem 0 0', padding: '0.75rem 1rem', border: '1px solid' });
        button.addEventListener('click', () => resolve(outcome));
        dialog.append(button);
      }
      dialog.addEventListener('cancel', () => resolve('fail'));
    });
    document.body.append(dialog);
    dialog.showModal();
    return answer.finally(() => dialog.remove());
  }

  async function confirmIntent(key, client_secret, payment_method) {
    const path = `/sandbox/v1/payment_intents/${client_secret.split('_secret_')[0]}`;
    const confirmed = await send(`${path}/confirm`, key, { client_secret, payment_method });
    if (confirmed.error) return { error: confirmed.error };
    if (confirmed.made.status !== 'requires_action') return { paymentIntent: confirmed.made };
    const outcome = await askAsBank();
    const { made, error } = await send(`${path}/authenticate`, key, { client_secret, outcome });
    return error ? { error } : { paymentIntent: made };
  }

  /** Wallets use the test card that always succeeds. */
  async function confirmWallet(key, { clientSecret }) {
    const card = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034, outcome: 'succeed' };
    const { made, error } = await send('/sandbox/v1/payment_methods', key, { card });
    return error ? { error } : confirmIntent(key, clientSecret, made.id);
  }

  function connect(key) {
    if (!/^pk_test_/.test(key)) throw new Error('The Stripe sandbox accepts only test keys.');
    return {
      elements: createElements,
      async createToken(element) {
        const { made, error } = await make('/sandbox/v1/tokens', key, element);
        return error ? { error } : { token: made };
      },
      async createPaymentMethod(options) {
        const element = options.card ?? options.elements?.getElement('card');
        const { made, error } = await make('/sandbox/v1/payment_methods', key, element);
        return error ? { error } : { paymentMethod: made };
      },
      confirmCardPayment: (secret, { payment_method } = {}) => confirmIntent(key, secret, payment_method),
      confirmPayment: (options) => confirmWallet(key, options),
      registerAppInfo() {},
      _registerWrapper() {},
    };
  }
  connect.version = 'endive';
  window.Stripe = connect;
})();

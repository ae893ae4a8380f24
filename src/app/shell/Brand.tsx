import { useState } from 'react';

interface BrandProps {
  name: string;
  logo?: string;
}

/** The subscriber's logo and name; without a picture, or with a broken one, the first letter on the accent. */
export function Brand({ name, logo }: BrandProps) {
  const [broken, setBroken] = useState('');
  return (
    <p className="ap-brand">
      {logo && logo !== broken ? (
        <img src={logo} alt="" onError={() => setBroken(logo)} />
      ) : (
        <span className="ap-monogram" aria-hidden="true">
          {name.slice(0, 1)}
        </span>
      )}
      <span translate="no">{name}</span>
    </p>
  );
}

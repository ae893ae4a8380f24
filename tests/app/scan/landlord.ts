/** The landlord shown on a scan's phone pages. */
export const landlord = {
  name: 'Maple Court Homes',
  logo: '',
  accent: '#1f5f8b',
  phone: '5125550143',
  email: 'help@maplecourt.example',
};

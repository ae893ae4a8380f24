-- Finds the back sides whose barcode is still being read.
create index job_license on job ((payload ->> 'id')) where kind = 'licence-barcode';

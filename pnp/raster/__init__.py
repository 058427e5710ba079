"""Pages and faces as pictures of pixels, and faces cut out of pages. The only package that knows PDFium."""

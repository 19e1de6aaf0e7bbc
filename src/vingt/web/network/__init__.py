"""Between the network and the pages: headers, origin, limits, connections, the port while a house starts."""

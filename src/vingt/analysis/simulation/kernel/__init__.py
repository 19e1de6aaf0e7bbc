"""The loops of the simulation, one text for plain Python, the CPU and CUDA. They know no rule."""
